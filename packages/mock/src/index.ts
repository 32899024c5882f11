export type { ScenarioName } from './scenarios/scenarios.ts';
export { type MockOptions, type RunningMock, startMock } from './start-mock.ts';
export type { EmittedWebhook } from './webhooks.ts';
