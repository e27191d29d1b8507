"""Models this small are slower on many threads; the server computes on one, too."""

import torch

torch.set_num_threads(1)
