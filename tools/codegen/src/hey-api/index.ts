export { ArrayType, Interface, objectType, PureCall, type TypeNode, unionType } from './nodes.ts';
export { generateTypeScript } from './run.ts';
