"""Operations by what they do to axes, by their names without the marks of in-place and of operators."""

# Every axis stays what it is, though its length may change.
KEPT = frozenset({
    "contiguous", "detach", "clone", "alias", "to", "type", "type_as", "float", "double", "half", "bfloat16", "int",
    "long", "short", "byte", "bool", "cpu", "cuda", "requires_grad", "data", "real", "imag", "conj", "resolve_conj",
    "dropout", "dropout1d", "dropout2d", "dropout3d", "alpha_dropout", "feature_dropout", "pad", "roll", "flip", "triu",
    "tril", "softmax", "log_softmax", "softmin", "cumsum", "cumprod", "cummax", "cummin", "logcumsumexp", "normalize",
    "sort", "argsort", "glu", "diff", "interpolate", "upsample", "zeros_like", "ones_like", "empty_like", "full_like",
    "rand_like", "randn_like", "max_pool1d", "max_pool2d", "max_pool3d", "avg_pool1d", "avg_pool2d", "avg_pool3d",
    "adaptive_avg_pool1d", "adaptive_avg_pool2d", "adaptive_max_pool1d", "adaptive_max_pool2d", "zero", "fill",
})  # fmt: skip

# Axes change places, or one of size 1 is put in: the function itself can be asked where they go.
REARRANGED = frozenset({
    "permute", "transpose", "swapaxes", "swapdims", "movedim", "moveaxis", "unsqueeze", "t", "mT", "H", "mH", "adjoint",
})  # fmt: skip

FLIPPED = frozenset({"T"})

# Number by number; several tensors are broadcast.
POINTWISE = frozenset({
    "add", "sub", "mul", "div", "true_divide", "floor_divide", "remainder", "fmod", "pow", "neg", "abs", "sign", "sqrt",
    "rsqrt", "square", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "tanh", "sinh",
    "cosh", "asin", "acos", "atan", "atan2", "sigmoid", "logit", "erf", "erfc", "reciprocal", "relu", "relu6", "gelu",
    "silu", "mish", "elu", "selu", "celu", "leaky_relu", "hardtanh", "hardswish", "hardsigmoid", "softplus", "softsign",
    "tanhshrink", "threshold", "logsigmoid", "clamp", "clip", "clamp_min", "clamp_max", "round", "floor", "ceil",
    "trunc", "frac", "where", "masked_fill", "maximum", "minimum", "fmax", "fmin", "lerp", "addcmul", "addcdiv",
    "hypot", "nan_to_num", "eq", "ne", "lt", "le", "gt", "ge", "isnan", "isinf", "isfinite", "isclose", "logical_and",
    "logical_or", "logical_not", "logical_xor", "bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_not", "rsub",
    "rdiv", "rtruediv", "rpow", "floordiv", "rfloordiv", "mod", "rmod", "iadd", "isub", "imul", "idiv", "itruediv",
    "ipow", "and", "or", "xor", "iand", "ior", "invert", "radd", "rmul", "truediv", "copy", "bernoulli", "prelu",
})  # fmt: skip

# Some or all axes are summed away, averaged, or searched.
REDUCED = frozenset({
    "mean", "sum", "nansum", "nanmean", "prod", "var", "std", "amax", "amin", "max", "min", "argmax", "argmin", "all",
    "any", "norm", "logsumexp", "median", "nanmedian", "count_nonzero", "var_mean", "std_mean", "aminmax",
})  # fmt: skip

# Made without looking at the numbers of any tensor.
CREATED = frozenset({
    "ones", "zeros", "empty", "full", "arange", "linspace", "logspace", "eye", "rand", "randn", "randint", "randperm",
    "tensor", "as_tensor", "scalar_tensor", "new_ones", "new_zeros", "new_empty", "new_full", "new_tensor",
})  # fmt: skip

NORMALISED_BY_CHANNEL = frozenset({"batch_norm", "instance_norm", "group_norm"})

# Numbers are only moved; where no rule fits, the function can be asked with places in the place of numbers.
MOVED = frozenset({
    "getitem", "view", "reshape", "index_select", "diagonal", "diag", "diag_embed", "rot90", "pixel_shuffle",
    "pixel_unshuffle", "channel_shuffle", "hstack", "vstack", "dstack", "column_stack", "hsplit", "vsplit", "tile",
    "repeat_interleave", "gather", "take_along_dim", "ravel", "as_strided", "swapaxes", "fliplr", "flipud", "unfold",
    "movedim", "squeeze", "select", "narrow", "meshgrid", "expand", "repeat", "cat", "stack",
})  # fmt: skip
