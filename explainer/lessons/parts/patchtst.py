"""The modules of PatchTST, in which a token is a patch of one variate."""

from collections.abc import Mapping

from explainer.language import Phrase
from explainer.lessons.parts.encoder import encoder_modules
from explainer.lessons.parts.encoder_interface import encoder_interfaces
from explainer.lessons.parts.words import Interface, ModuleWords, module, one_tensor

_TOKENS = Phrase("patches of one variate", "同一变量的各个 patch")
_UNCHANGED = Phrase("The same; in training some numbers are zero.", "原样返回；训练时其中一部分数为零。")
_FEATURES_IN_THE_MIDDLE = Phrase("The tokens, features in the middle.", "token，特征维在中间。")
_FEATURES_LAST = Phrase("The tokens, features last.", "token，特征维在最后。")

MODULES: Mapping[str, ModuleWords] = {
    **encoder_modules(_TOKENS),
    "": module(
        "PatchTST",
        "PatchTST",
        "Forecasts every variate on its own from the patches of its look-back window; attention runs between patches.",
        "把每个变量的历史窗口切成 patch，逐个变量独立预测；注意力在 patch 之间进行。",
    ),
    "patch_embedding": module(
        "Patch embedding",
        "patch 嵌入",
        "Cuts the window of each variate into overlapping patches and makes a token of each; variates join the batch.",
        "把每个变量的窗口切成相互重叠的 patch，每个变成一个 token；变量维并入批次维。",
    ),
    "patch_embedding.padding_patch_layer": module(
        "Padding at the end",
        "末端填充",
        "Repeats the last value of each window, so that the newest steps stand in a patch of their own as well.",
        "重复每个窗口的最后一个值，使最新的时间步也能落在自己的 patch 里。",
    ),
    "patch_embedding.value_embedding": module(
        "Linear over a patch",
        "作用于 patch 的 Linear",
        "Reads all time steps of one patch and writes the features of its token; all patches share the weights.",
        "读入一个 patch 的全部时间步，写出其 token 的特征；所有 patch 共用一套权重。",
    ),
    "patch_embedding.position_embedding": module(
        "Position table",
        "位置编码表",
        "Says where a patch stands in the window, by a fixed row of sines and cosines for each place.",
        "用固定的正弦、余弦表示每个 patch 在窗口中的位置，每个位置一行。",
    ),
    "patch_embedding.dropout": module(
        "Dropout of the embedding",
        "嵌入的 dropout",
        "In training, drops features of tokens by chance; otherwise it does nothing.",
        "训练时随机丢弃 token 的一部分特征；推理时什么也不做。",
    ),
    "encoder.norm": module(
        "Final norm",
        "最后的归一化",
        "A BatchNorm between two swaps of axes: it normalises feature by feature, where a LayerNorm goes token by "
        "token.",
        "两次转置之间夹一个 BatchNorm：按特征归一化，而 LayerNorm 是按 token 归一化。",
    ),
    "encoder.norm.0": module(
        "Features to the middle",
        "特征维换到中间",
        "Swaps the last two axes: BatchNorm looks for its channels in the middle.",
        "交换最后两维：BatchNorm 要求通道维在中间。",
    ),
    "encoder.norm.1": module(
        "BatchNorm over features",
        "按特征的 BatchNorm",
        "Normalises each feature over all tokens: by those of the batch in training, by remembered statistics "
        "otherwise.",
        "对每个特征在所有 token 上归一化：训练时用当前批次的统计量，推理时用累计的统计量。",
    ),
    "encoder.norm.2": module(
        "Features back to the end",
        "特征维换回最后",
        "Swaps the last two axes back.",
        "把最后两维换回来。",
    ),
    "head": module(
        "Forecasting head",
        "预测头",
        "Reads all patches of a variate at once and makes its forecast of them.",
        "一次读入一个变量的所有 patch，得到它的预测。",
    ),
    "head.flatten": module(
        "Patches in one row",
        "patch 展平",
        "Lays the features of all patches of a variate in one row, feature by feature.",
        "把一个变量所有 patch 的特征排成一行，先按特征再按 patch。",
    ),
    "head.linear": module(
        "Linear to the horizon",
        "映射到预测步长的 Linear",
        "Makes all steps of the horizon of that row at once; all variates share the weights.",
        "由这一行一次得到所有预测步；所有变量共用一套权重。",
    ),
    "head.dropout": module(
        "Dropout of the head",
        "预测头的 dropout",
        "In training, drops forecast steps by chance; otherwise it does nothing.",
        "训练时随机丢弃一部分预测值；推理时什么也不做。",
    ),
}

INTERFACES: Mapping[str, Interface] = {
    **encoder_interfaces(_TOKENS),
    "": Interface(
        {
            "x": Phrase(
                "The look-back windows: the latest time steps of every variate, in its own units.",
                "历史窗口：每个变量最近的若干时间步，采用各自的单位。",
            ),
            "x_mark": Phrase(
                "Calendar features of the same time steps. PatchTST accepts them and does not use them.",
                "同一段时间的日历特征。PatchTST 接受这个参数，但不使用它。",
            ),
        },
        {
            "": Phrase(
                "The forecast of every variate over the horizon, in the units of x.",
                "每个变量在预测步长内的预测值，单位与 x 相同。",
            )
        },
        {
            "x_mark": Phrase(
                "No time marks were given. PatchTST would not have used them.",
                "没有给时间标记；即使给了，PatchTST 也不会使用。",
            )
        },
    ),
    "patch_embedding": one_tensor(
        Phrase("The normalised windows, time last, to be cut.", "归一化后的窗口，时间在最后一维，等待切分。"),
        Phrase(
            "One token per patch; windows and variates lie along one axis.",
            "每个 patch 一个 token；窗口与变量合并在同一维。",
        ),
        name="x",
    ),
    "patch_embedding.padding_patch_layer": one_tensor(
        Phrase("The windows, time last.", "历史窗口，时间在最后一维。"),
        Phrase(
            "The windows, longer by one stride of repeated last values.", "末尾多出一个步幅的窗口，补的是最后一个值。"
        ),
    ),
    "patch_embedding.value_embedding": one_tensor(
        Phrase("The patches, their time steps last.", "各个 patch，其时间步在最后一维。"),
        Phrase("One token per patch, without its place.", "每个 patch 一个 token，还不含位置信息。"),
    ),
    "patch_embedding.position_embedding": one_tensor(
        Phrase("The patches; only how many there are matters here.", "各个 patch；这里只用到它们的个数。"),
        Phrase(
            "One row of the table per patch, the same for all variates.", "每个 patch 对应表中的一行，所有变量共用。"
        ),
        name="patches",
    ),
    "patch_embedding.dropout": one_tensor(
        Phrase("What each patch holds plus where it stands.", "每个 patch 的内容加上它的位置。"), _UNCHANGED
    ),
    "encoder.norm": one_tensor(
        Phrase("The tokens as the last layer left them.", "最后一层给出的 token。"),
        Phrase("The same, normalised feature by feature.", "逐个特征归一化后的结果。"),
    ),
    "encoder.norm.0": one_tensor(_FEATURES_LAST, _FEATURES_IN_THE_MIDDLE, name="x"),
    "encoder.norm.1": one_tensor(
        _FEATURES_IN_THE_MIDDLE, Phrase("The same, normalised feature by feature.", "逐个特征归一化后的结果。")
    ),
    "encoder.norm.2": one_tensor(_FEATURES_IN_THE_MIDDLE, _FEATURES_LAST, name="x"),
    "head": one_tensor(
        Phrase("The tokens of every variate, patches last.", "每个变量的 token，patch 在最后一维。"),
        Phrase("The horizon of every variate, still normalised.", "每个变量的各个预测步，仍是归一化后的值。"),
        name="x",
    ),
    "head.flatten": one_tensor(
        Phrase("The tokens of every variate, patches last.", "每个变量的 token，patch 在最后一维。"),
        Phrase("All patches of a variate in one row.", "一个变量的所有 patch 排成一行。"),
    ),
    "head.linear": one_tensor(
        Phrase("All patches of a variate in one row.", "一个变量的所有 patch 排成一行。"),
        Phrase("The horizon of every variate, still normalised.", "每个变量的各个预测步，仍是归一化后的值。"),
    ),
    "head.dropout": one_tensor(
        Phrase("The horizon of every variate, still normalised.", "每个变量的各个预测步，仍是归一化后的值。"),
        _UNCHANGED,
    ),
}
