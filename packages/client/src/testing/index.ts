export { type ExampleName, example } from './example.ts';
export type { AnswerExample, ExampleAnswer, OwnAnswer, StaticAnswer } from './example-answer.ts';
export type { ExampleRequest } from './example-request.ts';
export { ExampleService } from './example-service.ts';
