export { createHandlers, type Handlers, type HandlersOptions } from './create-handlers.ts';
export type { Handle } from './handle.ts';
export type { OperationHandlers } from './operations.gen.ts';
export type { ScenarioName } from './scenarios.gen.ts';
