"""The faces that drawings are written in."""

# Chinese faces stand before the generic ones, so that no viewer falls back to a face without the characters.
_CJK = '"PingFang SC","Hiragino Sans GB","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC","Source Han Sans SC"'
SANS = f'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,{_CJK},sans-serif'
MONO = f'ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",{_CJK},monospace'
