export type { ScenarioName } from './scenarios/index.ts';
export { type MockOptions, type RunningMock, startMock } from './start-mock.ts';
export type { EmittedWebhook } from './webhooks.ts';
