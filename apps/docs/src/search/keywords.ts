/**
 * Words that readers may search for but that a page does not contain, by the path of the page or the id of an
 * operation.
 */
export const keywords: Readonly<Record<string, string>> = {
  'guides/quick-start': 'getting started first steps tutorial hello world install set up begin',
  'guides/connect-flow':
    'oauth login log in sign in authorization authorize scopes consent refresh token pkce',
  'guides/keys':
    'api key rotate rotation revoke leaked credential production checklist launch deploy',
  'guides/submitting-matches': 'doubles singles dry run bulk batch upload report a result score',
  'guides/corrections':
    'delete remove cancel void undo edit correct fix a match duplicate late idempotency retry',
  'guides/webhooks':
    'verify webhook signature hmac callback notification push event subscribe rotate secret replay missed endpoint',
  'guides/predictions':
    'predict winner win probability odds chance forecast fair teams matchmaking',
  'guides/leaderboards': 'ranking ranks standings ladder best players top percentile division tie',
  'guides/tournaments':
    'import tournament bulk upload file results players without an account ghost',
  'guides/errors': 'exception error handling retry backoff timeout problem details',
  'guides/limits': 'rate limit quota throttling 429 too many requests maximum size per minute',
  'guides/console': 'console sign up dashboard create application team members rotate key portal',
  'guides/mock-and-sandbox': 'mock server sandbox test environment staging fake data localhost',
  'guides/versioning': 'breaking changes sunset end of life compatibility upgrade version semver',
  'guides/trust-and-privacy': 'gdpr personal data minors children visibility search players',
  'guides/agents': 'mcp claude chatgpt llm ai assistant tools model context protocol',
  'guides/without-an-sdk':
    'curl rest http pagination paging cursor csv spreadsheet excel go java php ruby',
  'guides/ratings':
    'why did my rating change go down drop up move mean explained reliability provisional level number',
  'guides/for-players':
    'who can see my rating hide profile private public privacy dispute a wrong result opponent share',
  'guides/your-data':
    'delete erase close my account export download my data gdpr password two factor authentication 2fa',
  'guides/self-hosting':
    'install docker postgres postgresql database deploy nginx proxy tls email smtp settings environment variables',
  'guides/operating':
    'operator admin commands support reset password suspend partner lock member erase audit log',
  'guides/maintenance':
    'backup restore upgrade update monitoring prometheus metrics alerts logs failover standby high availability',
  'guides/how-good': 'accuracy elo glicko backtest calibration compare evidence quality',
  'errors/rate_limited': '429 too many requests throttled',
  'errors/unauthenticated': '401 unauthorized invalid api key',
  'errors/insufficient_scope': '403 forbidden permission',
  'errors/not_found': '404 missing',
  'errors/validation_failed': '400 bad request invalid field',
  'members.getBulk': 'bulk many players at once',
  'members.search': 'find search lookup player by name',
  'matches.submit': 'report result score bulk batch',
  'matches.void': 'delete remove cancel undo take back match',
  'matches.replace': 'edit update correct fix change match score',
  downloads: 'install npm pip package tarball postman openapi json schema download sdk',
};
