export { docComment, type Files, withNotice, writeFiles } from './files.ts';
export {
  capitalized,
  type ExampleArguments,
  exampleArguments,
  type Model,
  type ModelOperation,
  modelOf,
  optionsOf,
  type Resource,
  readModel,
} from './operation.ts';
export { changeSchemas, mapValues } from './schema.ts';
export type { MethodText } from './text.ts';
