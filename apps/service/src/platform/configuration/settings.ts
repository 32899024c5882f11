import { rateLimitClasses, sports } from '@partner-rating/server/catalogue';
import { OLDEST_POSTGRES } from '../database/hosts.ts';
import {
  addressRanges,
  hostAndPort,
  integer,
  list,
  oneOf,
  optional,
  origin,
  postgresAddress,
  redisAddress,
  schedule,
  sealingKeys,
  sender,
  smtpAddress,
} from './setting-parsers.ts';

/** One setting of the service: where it is read from and what it means. */
export interface Setting<Value> {
  variable: string;
  /** What stands in the environment when the operator gives nothing; empty for "not set". */
  defaultValue: string;
  description: string;
  /** Whether a fault leaves out what was given, which may be a password. */
  isSecret?: true;
  parse: (text: string) => Value;
}

export type SettingsOf<Settings extends Record<string, Setting<unknown>>> = {
  readonly [Name in keyof Settings]: ReturnType<Settings[Name]['parse']>;
};

// `--help`, the table of the guide to self-hosting, and the check at the start all read this one list.
export const settings = {
  host: {
    variable: 'HOST',
    defaultValue: 'localhost',
    description: 'Name or address to listen on; 0.0.0.0 for every interface.',
    parse: (text) => text,
  },
  port: {
    variable: 'PORT',
    defaultValue: '3001',
    description: 'Port to listen on; 0 takes a free one.',
    parse: integer(0, 65_535),
  },
  publicUrl: {
    variable: 'PUBLIC_URL',
    defaultValue: '',
    description:
      'Address under which partners and players reach the service; http://localhost:PORT when empty. Set it behind a proxy.',
    parse: optional(origin),
  },
  shutdownDelay: {
    variable: 'SHUTDOWN_DELAY',
    defaultValue: '0',
    description:
      'Seconds to keep serving after a stop signal, while /readyz answers 503, so that a load balancer notices. Set at least the time it leaves between two checks.',
    parse: integer(0, 60),
  },
  trustedProxies: {
    variable: 'TRUSTED_PROXIES',
    defaultValue: '',
    description:
      'Comma-separated addresses or ranges of proxies whose X-Forwarded-For is believed.',
    parse: addressRanges,
  },
  dataDirectory: {
    variable: 'DATA_DIR',
    defaultValue: '.data',
    description: 'Directory of the embedded database, its lock and demo.json.',
    parse: (text) => text,
  },
  databaseUrl: {
    variable: 'DATABASE_URL',
    defaultValue: '',
    description: `Address of a database of PostgreSQL ${OLDEST_POSTGRES} or newer (postgres://…), with several hosts separated by commas for failover; the embedded database when empty.`,
    isSecret: true,
    parse: optional(postgresAddress),
  },
  databasePreparedStatements: {
    variable: 'DATABASE_PREPARED_STATEMENTS',
    defaultValue: 'true',
    description:
      'false where DATABASE_URL leads through a pooler in transaction mode that knows no prepared statements, as PgBouncer before 1.21.',
    parse: (text) => oneOf('true', 'false')(text) === 'true',
  },
  seed: {
    variable: 'SEED',
    defaultValue: '',
    description:
      'demo fills a database that nobody has used with a demonstration; none does not. When empty, demo for the embedded database and none with a DATABASE_URL.',
    parse: optional(oneOf('demo', 'none')),
  },
  redisUrl: {
    variable: 'REDIS_URL',
    defaultValue: '',
    description:
      'Address of a Redis or Valkey (redis://… or rediss://…) in which all instances count the limits below together; each counts by itself when empty.',
    isSecret: true,
    parse: optional(redisAddress),
  },
  rateLimit: {
    variable: 'RATE_LIMIT',
    defaultValue: documentedLimit('default'),
    description:
      'Requests a minute for each application with all its API keys, and for each connected player; 0 is off. An operator can give an application its own limits.',
    parse: integer(0, 1_000_000),
  },
  ingestRateLimit: {
    variable: 'INGEST_RATE_LIMIT',
    defaultValue: documentedLimit('ingest'),
    description: 'The same for requests that rate matches, which are counted apart; 0 is off.',
    parse: integer(0, 1_000_000),
  },
  webhookTestRateLimit: {
    variable: 'WEBHOOK_TEST_RATE_LIMIT',
    defaultValue: documentedLimit('webhook-test'),
    description: 'The same for webhook tests, which are counted apart; 0 is off.',
    parse: integer(0, 1_000_000),
  },
  tokenRateLimit: {
    variable: 'TOKEN_RATE_LIMIT',
    defaultValue: documentedLimit('token'),
    description: 'The same for each application at the token endpoint; 0 is off.',
    parse: integer(0, 1_000_000),
  },
  networkRateLimit: {
    variable: 'NETWORK_RATE_LIMIT',
    defaultValue: '1200',
    description:
      'Requests a minute from each network (an IPv4 address, or the /64 of an IPv6 address) for pages, links and unknown paths, which no application is counted for; 0 is off. /healthz, /readyz and the documentation have no limit.',
    parse: integer(0, 1_000_000),
  },
  logInRateLimit: {
    variable: 'LOG_IN_RATE_LIMIT',
    defaultValue: '10',
    description:
      'The same for log-ins from each address; five times as many are taken for an account from all addresses together, and a browser that logged in before is counted by itself. Browsers that never logged in to an account may enter ten times as many wrong passwords a day. As many codes of a second factor are taken an hour, and five times as many a day. 0 is off.',
    parse: integer(0, 1_000_000),
  },
  importEmailLimit: {
    variable: 'IMPORT_EMAIL_LIMIT',
    defaultValue: '2000',
    description:
      "Participants' e-mail addresses an hour that the imports of an application may hold, each counted once with each name beside it, dry runs included; 0 is off.",
    parse: integer(0, 1_000_000),
  },
  settlementBudget: {
    variable: 'SETTLEMENT_BUDGET',
    defaultValue: '200000',
    description:
      'Matches rated again in an hour for each application, by its late matches and corrections. Where it is used up the rest waits and nothing is refused; what others caused is settled meanwhile. 0 is off.',
    parse: integer(0, 1_000_000_000),
  },
  accessTokenLifetime: {
    variable: 'ACCESS_TOKEN_LIFETIME',
    defaultValue: '3600',
    description: 'Seconds an access token lives.',
    parse: integer(1, 86_400),
  },
  refreshTokenLifetime: {
    variable: 'REFRESH_TOKEN_LIFETIME',
    defaultValue: '7776000',
    description: 'Seconds a refresh token lives.',
    parse: integer(1, 31_536_000),
  },
  authorizationCodeLifetime: {
    variable: 'AUTHORIZATION_CODE_LIFETIME',
    defaultValue: '60',
    description: 'Seconds an authorization code lives.',
    parse: integer(1, 600),
  },
  authorizationRequestLifetime: {
    variable: 'AUTHORIZATION_REQUEST_LIFETIME',
    defaultValue: '600',
    description:
      'Seconds within which a player must open an authorization_url or a pushed request. A player who did has a day to decide.',
    parse: integer(1, 3_600),
  },
  sessionLifetime: {
    variable: 'SESSION_LIFETIME',
    defaultValue: '1209600',
    description: 'Seconds a player stays logged in.',
    parse: integer(60, 31_536_000),
  },
  defaultSport: {
    variable: 'DEFAULT_SPORT',
    defaultValue: 'pickleball',
    description:
      'Code of the sport of a leaderboard, a rank or a search by rating whose request names none.',
    parse: oneOf(...sports.map(({ code }) => code)),
  },
  minimumAge: {
    variable: 'MINIMUM_AGE',
    defaultValue: '13',
    description:
      'Minimum age to register. For a younger player, a parent asks the operator to create the account.',
    parse: integer(0, 18),
  },
  webhookRetrySchedule: {
    variable: 'WEBHOOK_RETRY_SCHEDULE',
    defaultValue: '0,5,300,1800,7200,18000,36000,50400,72000,86400',
    description: 'Seconds before each delivery attempt, counted from the one before.',
    parse: schedule,
  },
  webhookPrivateTargets: {
    variable: 'WEBHOOK_PRIVATE_TARGETS',
    defaultValue: '',
    description:
      'Comma-separated host:port pairs that webhooks may reach although they are private or plain HTTP; for development. When empty, none, or localhost:4020 for a demonstration that only this machine reaches.',
    parse: (text) => list(text).map(hostAndPort),
  },
  smtpUrl: {
    variable: 'SMTP_URL',
    defaultValue: '',
    description:
      'Server that sends mails to players (smtp://user:password@host:587 or smtps://…). When empty no mail is sent, and an operator gives out the links that prove an address or choose a new password.',
    isSecret: true,
    parse: optional(smtpAddress),
  },
  mailFrom: {
    variable: 'MAIL_FROM',
    defaultValue: '',
    description:
      'Sender of the mails, such as Partner Rating <ratings@example.com>; SMTP_URL needs it.',
    parse: optional(sender),
  },
  secretsKeys: {
    variable: 'SECRETS_KEY',
    defaultValue: '',
    description:
      'Key (32 bytes as base64) that seals webhook secrets and the keys of second factors at rest; made once in DATA_DIR when empty. Instances over one database need the same key. While it is changed two, separated by a comma: the first seals, both open.',
    isSecret: true,
    parse: optional(sealingKeys),
  },
  operatorPages: {
    variable: 'OPERATOR_PAGES',
    defaultValue: 'on',
    description:
      "on serves the operator's page at /operator, for accounts that `operator account create` makes; off does not.",
    parse: (text) => oneOf('on', 'off')(text) === 'on',
  },
  metricsPort: {
    variable: 'METRICS_PORT',
    defaultValue: '',
    description: 'Port that serves GET /metrics for Prometheus, apart from PORT; none when empty.',
    parse: optional(integer(0, 65_535)),
  },
  metricsHost: {
    variable: 'METRICS_HOST',
    defaultValue: 'localhost',
    description:
      'Name or address to serve metrics on. What they show is for the operator: keep it private.',
    parse: (text) => text,
  },
  logLevel: {
    variable: 'LOG_LEVEL',
    defaultValue: 'info',
    description: 'fatal, error, warn, info, debug, trace or silent.',
    parse: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  },
  validateResponses: {
    variable: 'VALIDATE_RESPONSES',
    defaultValue: 'false',
    description: 'true checks every answer against the contract; for tests and development.',
    parse: (text) => oneOf('true', 'false')(text) === 'true',
  },
} satisfies Record<string, Setting<unknown>>;

/** The requests a minute that the contract allows a class, where the operator sets nothing else. */
function documentedLimit(name: (typeof rateLimitClasses)[number]['name']): string {
  return String(rateLimitClasses.find((one) => one.name === name)?.requestsPerMinute);
}
