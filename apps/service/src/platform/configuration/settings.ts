import { rateLimitClasses, sports } from '@partner-rating/server/catalogue';
import { OLDEST_POSTGRES } from '../database/hosts.ts';
import { POOL_CONNECTIONS } from '../database/pool.ts';
import {
  addressRanges,
  collectorAddress,
  contact,
  displayName,
  hostAndPort,
  integer,
  list,
  oneOf,
  optional,
  origin,
  postgresAddress,
  redisAddress,
  replicaAddresses,
  schedule,
  sealingKeys,
  seconds,
  sender,
  share,
  smtpAddress,
  webAddress,
} from './setting-parsers.ts';

/** A setting of the service. */
export interface Setting<Value> {
  variable: string;
  /** The value if the operator sets none. Empty for "not set". */
  defaultValue: string;
  description: string;
  /** Whether errors omit the value, because it may contain a password. */
  isSecret?: true;
  parse: (text: string) => Value;
}

export type SettingsOf<Settings extends Record<string, Setting<unknown>>> = {
  readonly [Name in keyof Settings]: ReturnType<Settings[Name]['parse']>;
};

// `--help`, the table in the guide to self-hosting, and the check at the start all use this list.
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
    description: 'Port to listen on; 0 for any free port.',
    parse: integer(0, 65_535),
  },
  publicUrl: {
    variable: 'PUBLIC_URL',
    defaultValue: '',
    description:
      'Address that partners and players use; http://localhost:PORT when empty. Set it if the service is behind a proxy.',
    parse: optional(origin),
  },
  serviceName: {
    variable: 'SERVICE_NAME',
    defaultValue: 'Partner Rating',
    description: 'Name of the service, which people see on its pages and in its mails.',
    parse: displayName,
  },
  operatorName: {
    variable: 'OPERATOR_NAME',
    defaultValue: '',
    description:
      'Name of the organization or person that operates the service. People see it where they register, consent, and read.',
    parse: optional(displayName),
  },
  operatorContact: {
    variable: 'OPERATOR_CONTACT',
    defaultValue: '',
    description:
      'Email address, or address of a page, where people reach the operator, such as help@ratings.example.',
    parse: optional(contact),
  },
  privacyUrl: {
    variable: 'PRIVACY_URL',
    defaultValue: '',
    description: "Address of the operator's privacy statement. No link when empty.",
    parse: optional(webAddress('https://ratings.example/privacy')),
  },
  termsUrl: {
    variable: 'TERMS_URL',
    defaultValue: '',
    description: "Address of the operator's terms. No link when empty.",
    parse: optional(webAddress('https://ratings.example/terms')),
  },
  shutdownDelay: {
    variable: 'SHUTDOWN_DELAY',
    defaultValue: '0',
    description:
      'Seconds to keep serving after a stop signal, while /readyz answers 503. Set at least the time between two checks of your load balancer.',
    parse: integer(0, 60),
  },
  trustedProxies: {
    variable: 'TRUSTED_PROXIES',
    defaultValue: '',
    description:
      'Comma-separated addresses or ranges of proxies whose X-Forwarded-For the service trusts.',
    parse: addressRanges,
  },
  dataDirectory: {
    variable: 'DATA_DIR',
    defaultValue: '.data',
    description: 'Directory of the embedded database, its lock, and demo.json.',
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
      'false if DATABASE_URL leads to a pooler in transaction mode that does not support prepared statements, such as PgBouncer before 1.21.',
    parse: (text) => oneOf('true', 'false')(text) === 'true',
  },
  databasePoolSize: {
    variable: 'DATABASE_POOL_SIZE',
    defaultValue: String(POOL_CONNECTIONS),
    description: 'Maximum number of connections of an instance to the database.',
    parse: integer(4, 1_000),
  },
  matchWriteSlots: {
    variable: 'MATCH_WRITE_SLOTS',
    defaultValue: '',
    description:
      'Number of transactions of an instance that may write matches at the same time, half of them in one sport. The others wait. When empty, half of DATABASE_POOL_SIZE.',
    parse: optional(integer(1, 1_000)),
  },
  readDatabaseUrls: {
    variable: 'READ_DATABASE_URL',
    defaultValue: '',
    description:
      'Comma-separated addresses of streaming replicas (postgres://…) that serve reads. When empty, the primary serves all reads.',
    isSecret: true,
    parse: replicaAddresses,
  },
  readDatabasePoolSize: {
    variable: 'READ_DATABASE_POOL_SIZE',
    defaultValue: String(POOL_CONNECTIONS),
    description: 'Maximum number of connections of an instance to each replica.',
    parse: integer(1, 1_000),
  },
  readMaxLag: {
    variable: 'READ_MAX_LAG',
    defaultValue: '0.5',
    description:
      'Seconds by which a replica may lag. A read waits at most this long for a replica. A replica that lags more gets no reads until it has caught up.',
    parse: seconds(0.01, 60),
  },
  seed: {
    variable: 'SEED',
    defaultValue: '',
    description:
      'demo fills an unused database with a demonstration; none does not. When empty, demo for the embedded database, and none with a DATABASE_URL.',
    parse: optional(oneOf('demo', 'none')),
  },
  redisUrl: {
    variable: 'REDIS_URL',
    defaultValue: '',
    description:
      'Address of a Redis or Valkey (redis://… or rediss://…) where all instances count the limits below together; when empty, each instance counts alone.',
    isSecret: true,
    parse: optional(redisAddress),
  },
  rateLimit: {
    variable: 'RATE_LIMIT',
    defaultValue: documentedLimit('default'),
    description:
      'Requests a minute for each application with all its API keys, and for each connected player; 0 turns the limit off. An operator can give an application its own limits.',
    parse: integer(0, 1_000_000),
  },
  ingestRateLimit: {
    variable: 'INGEST_RATE_LIMIT',
    defaultValue: documentedLimit('ingest'),
    description:
      'The same for requests that rate matches. They have their own count; 0 turns the limit off.',
    parse: integer(0, 1_000_000),
  },
  webhookTestRateLimit: {
    variable: 'WEBHOOK_TEST_RATE_LIMIT',
    defaultValue: documentedLimit('webhook-test'),
    description: 'The same for webhook tests. They have their own count; 0 turns the limit off.',
    parse: integer(0, 1_000_000),
  },
  tokenRateLimit: {
    variable: 'TOKEN_RATE_LIMIT',
    defaultValue: documentedLimit('token'),
    description: 'The same for each application at the token endpoint; 0 turns the limit off.',
    parse: integer(0, 1_000_000),
  },
  networkRateLimit: {
    variable: 'NETWORK_RATE_LIMIT',
    defaultValue: '1200',
    description:
      'Requests a minute from each network (an IPv4 address, or the /64 of an IPv6 address) that count for no application: pages, links, and unknown paths; 0 turns the limit off. /healthz, /readyz, and the documentation have no limit.',
    parse: integer(0, 1_000_000),
  },
  logInRateLimit: {
    variable: 'LOG_IN_RATE_LIMIT',
    defaultValue: '10',
    description:
      'Log-ins a minute from each network, and five times as many for each account from all networks together. A browser that logged in before has its own count. All browsers that never logged in to an account may together enter ten times as many wrong passwords a day. For codes of two-step verification, the limit is for an hour, and five times as many a day. 0 turns these limits off.',
    parse: integer(0, 1_000_000),
  },
  importEmailLimit: {
    variable: 'IMPORT_EMAIL_LIMIT',
    defaultValue: '2000',
    description:
      'Email addresses of participants that an application may import an hour, including dry runs. The same address with the same name counts once; 0 turns the limit off.',
    parse: integer(0, 1_000_000),
  },
  settlementBudget: {
    variable: 'SETTLEMENT_BUDGET',
    defaultValue: '200000',
    description:
      'Matches that are rated again in an hour because of the late matches and corrections of one application. The rest waits for the next hour, and nothing is refused. Other applications do not wait. 0 turns the limit off.',
    parse: integer(0, 1_000_000_000),
  },
  accessTokenLifetime: {
    variable: 'ACCESS_TOKEN_LIFETIME',
    defaultValue: '3600',
    description: 'Seconds for which an access token is valid.',
    parse: integer(1, 86_400),
  },
  refreshTokenLifetime: {
    variable: 'REFRESH_TOKEN_LIFETIME',
    defaultValue: '7776000',
    description: 'Seconds for which a refresh token is valid.',
    parse: integer(1, 31_536_000),
  },
  authorizationCodeLifetime: {
    variable: 'AUTHORIZATION_CODE_LIFETIME',
    defaultValue: '60',
    description: 'Seconds for which an authorization code is valid.',
    parse: integer(1, 600),
  },
  authorizationRequestLifetime: {
    variable: 'AUTHORIZATION_REQUEST_LIFETIME',
    defaultValue: '600',
    description:
      'Seconds within which a player must open an authorization_url or a pushed request. A player who opened it can decide until a day after its start.',
    parse: integer(1, 3_600),
  },
  sessionLifetime: {
    variable: 'SESSION_LIFETIME',
    defaultValue: '1209600',
    description: 'Seconds for which a player stays logged in.',
    parse: integer(60, 31_536_000),
  },
  defaultSport: {
    variable: 'DEFAULT_SPORT',
    defaultValue: 'pickleball',
    description: 'Code of the default sport for leaderboards, ranks, and searches by rating.',
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
    description: 'Seconds between one delivery attempt and the next.',
    parse: schedule,
  },
  webhookPrivateTargets: {
    variable: 'WEBHOOK_PRIVATE_TARGETS',
    defaultValue: '',
    description:
      'Comma-separated host:port pairs that webhooks may reach even if they are private or use plain HTTP; for development. When empty, none, or localhost:4020 for a demonstration that only this machine can reach.',
    parse: (text) => list(text).map(hostAndPort),
  },
  smtpUrl: {
    variable: 'SMTP_URL',
    defaultValue: '',
    description:
      'Server that sends mails to players (smtp://user:password@host:587 or smtps://…). When empty, the service sends no mail, and an operator hands out the links to confirm an address or choose a new password.',
    isSecret: true,
    parse: optional(smtpAddress),
  },
  mailFrom: {
    variable: 'MAIL_FROM',
    defaultValue: '',
    description:
      'Sender of the mails, such as Partner Rating <ratings@example.com>; required with SMTP_URL.',
    parse: optional(sender),
  },
  secretsKeys: {
    variable: 'SECRETS_KEY',
    defaultValue: '',
    description:
      'Key (32 bytes in base64) that encrypts webhook secrets and the keys for two-step verification; when empty, the service creates one in DATA_DIR. All instances need the same key. To change it, set two keys, separated by a comma: the first encrypts, both decrypt.',
    isSecret: true,
    parse: optional(sealingKeys),
  },
  partnerSignUp: {
    variable: 'PARTNER_SIGNUP',
    defaultValue: '',
    description:
      'approval: people who sign up at /console create applications, which work once an operator approves them; open: the applications work at once; off: nobody signs up. When empty, open for a demonstration (SEED=demo) without PUBLIC_URL, and approval otherwise.',
    parse: optional(oneOf('approval', 'open', 'off')),
  },
  operatorPages: {
    variable: 'OPERATOR_PAGES',
    defaultValue: 'on',
    description:
      "on serves the operator's page at /operator, for accounts from `operator account create`; off does not.",
    parse: (text) => oneOf('on', 'off')(text) === 'on',
  },
  metricsPort: {
    variable: 'METRICS_PORT',
    defaultValue: '',
    description:
      'Port that serves GET /metrics for Prometheus, different from PORT; none when empty.',
    parse: optional(integer(0, 65_535)),
  },
  metricsHost: {
    variable: 'METRICS_HOST',
    defaultValue: 'localhost',
    description:
      'Name or address to serve metrics on. Metrics are for the operator only: keep this address private.',
    parse: (text) => text,
  },
  otlpEndpoint: {
    variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    defaultValue: '',
    description:
      'Address that gets traces by OTLP over HTTP, such as http://localhost:4318. Turns traces on, which need the packages of OpenTelemetry. No traces when empty.',
    parse: optional(collectorAddress),
  },
  otlpHeaders: {
    variable: 'OTEL_EXPORTER_OTLP_HEADERS',
    defaultValue: '',
    description: 'Header fields for that address, such as authorization=Bearer%20KEY.',
    isSecret: true,
    parse: (text) => text,
  },
  traceExporter: {
    variable: 'OTEL_TRACES_EXPORTER',
    defaultValue: '',
    description:
      'otlp turns traces on, and none turns them off. When empty, on with an OTEL_EXPORTER_OTLP_ENDPOINT.',
    parse: optional(oneOf('otlp', 'none')),
  },
  traceServiceName: {
    variable: 'OTEL_SERVICE_NAME',
    defaultValue: 'partner-rating-service',
    description: 'Name of the service in traces.',
    parse: (text) => text,
  },
  traceSampler: {
    variable: 'OTEL_TRACES_SAMPLER',
    defaultValue: 'parentbased_always_on',
    description:
      'Which traces to keep: always_on, always_off, or traceidratio. With parentbased_ before it, a caller who sends a traceparent decides instead.',
    parse: oneOf(
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ),
  },
  traceSamplerArgument: {
    variable: 'OTEL_TRACES_SAMPLER_ARG',
    defaultValue: '1',
    description: 'Share of traces that traceidratio keeps, from 0 to 1.',
    parse: share,
  },
  logLevel: {
    variable: 'LOG_LEVEL',
    defaultValue: 'info',
    description: 'fatal, error, warn, info, debug, trace, or silent.',
    parse: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  },
  validateResponses: {
    variable: 'VALIDATE_RESPONSES',
    defaultValue: 'false',
    description: 'true checks every response against the contract; for tests and development.',
    parse: (text) => oneOf('true', 'false')(text) === 'true',
  },
} satisfies Record<string, Setting<unknown>>;

/** Returns how many requests a minute of a class the contract allows, unless the operator sets another limit. */
function documentedLimit(name: (typeof rateLimitClasses)[number]['name']): string {
  return String(rateLimitClasses.find((one) => one.name === name)?.requestsPerMinute);
}
