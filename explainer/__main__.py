"""`python -m explainer`: the command line."""

from explainer.commands import command_line

if __name__ == "__main__":
    command_line.main(prog_name="python -m explainer")
