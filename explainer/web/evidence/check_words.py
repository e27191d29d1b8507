"""The texts of what a map is set against: noise, correlation, ablation and other seeds, in both languages."""

from explainer.language import Phrase

# Noise
NOISE = Phrase("Is it noise?", "会不会只是噪声？")
NOISE_LEAD = Phrase(
    "An indifferent map has 1/{n} = {chance} in every cell. This head is **{distance}** away from it (0 equal, 1 as "
    "far as possible); on the same {windows} with their steps shuffled it is **{shuffled}** away. It is "
    "farther with the true order in {farther} of the windows, and chance gives 50%.",
    "毫无偏好的图每格都是 1/{n} = {chance}。这个头与它的距离为 **{distance}**（0 为相同，1 为最远）；"
    "把同样 {windows}的时间步打乱后，距离为 **{shuffled}**。"
    "在 {farther} 的窗口中，真实顺序下的距离更远；纯属偶然时是 50%。",
)
NOISE_LEAD_OF_HEADS = Phrase(
    "An indifferent map has 1/{n} = {chance} in every cell. The heads of this layer are **{distance}** away from it "
    "on average (0 equal, 1 as far as possible); on the same {windows} with their steps shuffled they are "
    "**{shuffled}** away. They are farther with the true order in {farther} of the windows, and chance gives 50%.",
    "毫无偏好的图每格都是 1/{n} = {chance}。这一层各头与它的距离平均为 **{distance}**（0 为相同，1 为最远）；"
    "把同样 {windows}的时间步打乱后，平均为 **{shuffled}**。"
    "在 {farther} 的窗口中，真实顺序下的距离更远；纯属偶然时是 50%。",
)
NOISE_COLUMNS = {
    "layer": Phrase("Layer", "层"),
    "head": Phrase("Head", "头"),
    "distance": Phrase("From indifferent", "与毫无偏好的距离"),
    "shuffled": Phrase("… when shuffled", "打乱后的距离"),
    "ratio": Phrase("Ratio", "比值"),
    "farther": Phrase("Farther", "更远的窗口"),
    "apart": Phrase("Map moved by shuffling", "打乱前后两图的距离"),
}
NOISE_NOTE = Phrase(
    "A ratio near 1 says: as much stands out when time has no order, so what stands out is no reading of the course of "
    "time.",
    "比值接近 1 说明：时间顺序打乱之后图案同样突出，因此这些突出之处并非来自时间上的变化。",
)

# Likeness
LIKENESS = Phrase("What it may be mistaken for", "可能被误当成什么")
NO_LIKENESS = Phrase(
    "These maps are between patches of one variate: whatever variates have to do with each other cannot be in them.",
    "这些注意力图只在同一变量的 patch 之间：变量与变量之间的关系不可能体现在其中。",
)
ONE_VARIATE = Phrase(
    "A correlation takes two variates, and one is read here.",
    "计算相关系数需要两个变量，而这里只读入了一个。",
)
NO_RANKS = Phrase(
    "There are no ranks to compare: the map or the correlation is the same in every cell, or not defined.",
    "无法比较排序：注意力图或相关系数在每一格都相同，或没有定义。",
)
LIKENESS_LEAD = Phrase(
    "Rank correlation between the map of layer {layer} and the correlations in the look-back: **{value}**, over "
    "{windows}. With the random weights before fitting it was **{before}**; only the difference can have been learned.",
    "第 {layer} 层的注意力图与历史窗口相关系数之间的秩相关：**{value}**（{windows}）。"
    "训练前的随机权重为 **{before}**；只有两者之差才可能是学到的。",
)
LIKENESS_RANDOM = Phrase(
    "Rank correlation between the map of layer {layer} and the correlations in the look-back: **{value}**, over "
    "{windows}. These weights are random and have learned nothing: so much comes from the input and from chance.",
    "第 {layer} 层的注意力图与历史窗口相关系数之间的秩相关：**{value}**（{windows}）。"
    "这些权重是随机的，什么都没有学到：这样的数值仅来自输入和偶然。",
)
MAP_WITHOUT_MARKS = Phrase("The map, pairs of variates", "注意力图（变量对）")
CORRELATION_PAST = Phrase("Correlation, look-back", "历史窗口的相关系数")
CORRELATION_FUTURE = Phrase("Correlation, forecast period", "预测时段的相关系数")
RANK_CORRELATION = Phrase("rank correlation ρ", "秩相关 ρ")
PEARSON = Phrase("Pearson's r, mean over windows", "Pearson r（各窗口平均）")
LIKENESS_COLUMNS = {
    "layer": Phrase("Layer", "层"),
    "past": Phrase("ρ with look-back", "ρ（历史窗口）"),
    "future": Phrase("ρ with forecast period", "ρ（预测时段）"),
    "past_before": Phrase("Random weights: look-back", "随机权重：历史窗口"),
    "future_before": Phrase("Random weights: forecast period", "随机权重：预测时段"),
}
LIKENESS_NOTE = Phrase(
    "From shallow to deep, as the iTransformer paper compares them. p: how often the variates in another order agree "
    "or disagree as much. With few variates it cannot be small.",
    "由浅入深排列，与 iTransformer 论文的比较方式相同。p：把变量重新排列后，一致或相反程度不低于此的比例；"
    "变量很少时它不可能很小。",
)

# Ablation
ABLATION = Phrase("What it is good for: blank a variate", "它有什么用：抹去一个变量")
FORECAST, BLANKED = Phrase("forecast", "预测"), Phrase("blanked", "抹去")
BLANK = Phrase("Blanked with", "替换为")
BLANKS = {
    "mean": Phrase("its mean", "自身均值"),
    "shuffled": Phrase("its steps shuffled", "打乱的时间步"),
}
ABLATION_TITLES = {
    "mean": Phrase("Change of each forecast when a variate is blanked by its mean", "某变量替换为均值后各预测的变化"),
    "shuffled": Phrase("Change of each forecast when a variate is shuffled", "某变量的时间步打乱后各预测的变化"),
}
ABLATION_TAKES = Phrase(
    "Each of the {variates} variates is blanked in turn; that takes about {seconds} s here.",
    "依次抹去 {variates} 个变量中的每一个；在这台机器上约需 {seconds} 秒。",
)
ABLATE = Phrase("Blank them", "开始抹去")
MOVED = Phrase("mean |change|, in standard deviations", "平均绝对变化（标准差）")
ABLATION_LEAD = Phrase(
    "Without **{blanked}** the forecast of **{forecast}** moves most: {strongest} standard deviations. Blanking "
    "another variate moves a forecast by {other} on average, blanking its own by {own} ({windows}).",
    "抹去 **{blanked}** 后，**{forecast}** 的预测变化最大：{strongest} 个标准差。"
    "抹去其他变量平均使预测变化 {other}，抹去自身则为 {own}（{windows}）。",
)
NOTHING_MOVES = Phrase(
    "All {cells} cells off the diagonal are exactly 0: no forecast uses another variate. Blanking its own moves a "
    "forecast by {own} standard deviations on average ({windows}).",
    "对角线以外的 {cells} 格全都恰好为 0：没有任何预测用到其他变量。"
    "抹去自身平均使预测变化 {own} 个标准差（{windows}）。",
)
ONE_MOVES = Phrase(
    "Blanking the only variate moves its forecast by {own} standard deviations on average ({windows}).",
    "抹去唯一的变量，平均使其预测变化 {own} 个标准差（{windows}）。",
)
ABLATION_NOTE = Phrase(
    "Row: the forecast. Column: the variate that was blanked. It stands as the map does.",
    "行：预测；列：被抹去的变量。排列方式与注意力图相同。",
)
ABLATION_NOTE_OFF_SCALE = Phrase(
    "Row: the forecast. Column: the variate that was blanked. The shades end at the strongest effect on another "
    "variate; on the diagonal effects go beyond it.",
    "行：预测；列：被抹去的变量。颜色以对其他变量的最大影响为上限；对角线上的影响超出这一范围。",
)
ABLATION_OF_CHANNELS = Phrase(
    "PatchTST reads each variate on its own, so this is its design and not a result of fitting.",
    "PatchTST 各自独立地读取每个变量，因此这是结构使然，而不是训练的结果。",
)
EFFECT_RANKS = Phrase("Does the map tell which variates matter?", "注意力图能否反映哪些变量重要？")
EFFECT_COLUMNS = {
    "layer": Phrase("Layer", "层"),
    "effect": Phrase("ρ of map and effects", "ρ（图与影响）"),
    "effect_before": Phrase("ρ before fitting", "ρ（训练前的图）"),
}
EFFECT_NOTE = Phrase(
    "Spearman's ρ over pairs of variates. Near 0, the map does not tell what the forecast rests on.",
    "对所有变量对计算的 Spearman ρ。接近 0 时，注意力图并不能说明预测依赖什么。",
)

# Seeds
SEEDS = Phrase("Other seeds", "换一个随机种子")
SEEDS_WANTED = Phrase(
    "One fit, with seed {seed}, cannot tell what is stable: fit again on “Your data” with the same settings and "
    "another seed, and the two are compared here.",
    "只有一次训练（种子 {seed}）看不出什么是稳定的：请在“你的数据”页用相同设置和另一个种子再训练一次，这里会比较两者。",
)
SEEDS_RANDOM = Phrase(
    "Random weights of {count} seeds ({seeds}), none of them fitted: the maps of layer {layer} agree to "
    "**{agreement}** (mean ρ of all pairs, {windows}). That is what chance gives.",
    "{count} 个种子（{seeds}）的随机权重，均未训练：第 {layer} 层的图两两一致程度为 **{agreement}**"
    "（所有配对 ρ 的平均，{windows}）。这就是偶然能达到的程度。",
)
SEEDS_FITTED = Phrase(
    "{count} fits that differ in their seed only ({seeds}): the maps of layer {layer} agree to **{agreement}** (mean ρ "
    "of all pairs, {windows}).",
    "{count} 次只有种子不同的训练（{seeds}）：第 {layer} 层的图两两一致程度为 **{agreement}**"
    "（所有配对 ρ 的平均，{windows}）。",
)
SEED_COLUMNS = {
    "layer": Phrase("Layer", "层"),
    "agreement": Phrase("Agreement, mean ρ", "一致程度（平均 ρ）"),
    "lowest": Phrase("Lowest pair", "最低的一对"),
    "highest": Phrase("Highest pair", "最高的一对"),
    "spread": Phrase("Spread of a cell over seeds, of 1/n", "每格在种子间的标准差（相对 1/n）"),
}
SEEDS_NOTE = Phrase(
    "Means over heads are compared, because heads have no order that two seeds share.",
    "比较的是各头的平均，因为不同种子之间头的次序没有对应关系。",
)
