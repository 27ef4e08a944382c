// The words of C++'s enumerations, part of pipette.d.mts.
// Written by `build/native/pipette schema --format choices`.

// ---- what options take ----

export type Activation = 'linear' | 'relu' | 'softmax' | 'sigmoid' | 'tanh' | 'gelu' | 'leaky_relu' | 'elu' |
  'softplus';
export type CodeLanguage = 'python' | 'cpp' | 'javascript';
export type DType = 'float32' | 'float16' | 'int32' | 'uint32' | 'int8' | 'uint8' | 'bool';
export type KernelInitializer = 'glorot_uniform' | 'glorot_normal' | 'he_uniform' | 'he_normal' | 'zeros' | 'ones';
export type OutfeedMode = 'all' | 'last';
export type OutfeedOptimizerMode = 'after_compute' | 'before_apply';
export type Padding = 'valid' | 'same';
export type PipelineSchedule = 'grouped' | 'interleaved' | 'sequential';
export type RecomputationMode = 'auto' | 'recompute_then_backpropagate' | 'recompute_and_backpropagate_interleaved';
export type Reduction = 'sum' | 'mean' | 'running_mean';
export type ReplicatedMetricReduction = 'none' | 'list' | 'sum' | 'mean';
export type SelectionOrder = 'auto' | 'snake' | 'hoof' | 'zigzag';
export type StepSize = 'instruction' | 'slot' | 'trainingStep' | 'engineRun' | 'phase';

// ---- what traces and profiles give ----

export type Measure = 'slowestStage' | 'calls' | 'elementWaits' | 'handshakeWaits' | 'stash' | 'alwaysLiveState';
export type Phase = 'none' | 'forward' | 'backward' | 'weightUpdate' | 'recompute';
export type SpanKind = 'hostPrepare' | 'hostSetUp' | 'hostCall' | 'hostPipeline' | 'hostStaging' | 'hostHandshake' |
  'engineRun' | 'stageProgram' | 'streamBegin' | 'streamMid' | 'streamEnd' | 'sync' | 'exchange' | 'layout' |
  'compute' | 'remoteLoad' | 'remoteStore';
export type WaitReason = 'none' | 'infeedEmpty' | 'streamHandshake' | 'hostCall' | 'outfeedFull' | 'sync' |
  'neighbour' | 'rampUp' | 'rampDown' | 'transfer';

// ---- operators on elements ----

export type UnaryOperator = 'negative' | 'abs' | 'sign' | 'square' | 'relu' | 'logicalNot' | 'reciprocal' | 'sqrt' |
  'rsqrt' | 'exp' | 'log' | 'tanh' | 'sigmoid' | 'floor' | 'cos' | 'sin' | 'erf';
export type BinaryOperator = 'add' | 'subtract' | 'multiply' | 'divide' | 'maximum' | 'minimum';
export type ComparisonOperator = 'equal' | 'notEqual' | 'less' | 'lessEqual' | 'greater' | 'greaterEqual';
