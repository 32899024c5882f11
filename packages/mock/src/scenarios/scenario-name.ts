/** The name of a scenario, as `X-Mock-Scenario` and `--scenario` take it. */
export type ScenarioName =
  | 'connected-player'
  | 'first-connection'
  | 'unrated-player'
  | 'ratings-not-shared'
  | 'disconnected'
  | 'key-revoked'
  | 'batch-rejected'
  | 'match-conflict'
  | 'partial-batch'
  | 'dry-run'
  | 'endpoint-disabled'
  | 'empty-lists'
  | 'last-page'
  | 'rate-limited'
  | 'service-failing'
  | 'service-down';
