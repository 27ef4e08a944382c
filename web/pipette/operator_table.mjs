// Operators on elements by TensorFlow's names (src/kernels/elementwise.def).
// Written by `build/native/pipette schema --format operators`.

export const UNARY = ['negative', 'abs', 'sign', 'square', 'relu', 'logicalNot', 'reciprocal', 'sqrt', 'rsqrt', 'exp',
  'log', 'tanh', 'sigmoid', 'floor', 'cos', 'sin', 'erf'];
export const BINARY = ['add', 'subtract', 'multiply', 'divide', 'maximum', 'minimum'];
export const COMPARISONS = ['equal', 'notEqual', 'less', 'lessEqual', 'greater', 'greaterEqual'];
