import type { Configuration } from './platform/configuration/configuration.ts';
import { BASE_PATH } from './platform/configuration/dependencies.ts';
import { commandLines } from './platform/configuration/installation.ts';
import { describeSender } from './platform/configuration/mail-settings.ts';
import { databaseName, EMBEDDED_REQUESTS_PER_SECOND } from './platform/database/database-name.ts';

/** Where the service is once it listens. */
export interface ServiceAddress {
  port: number;
  publicUrl: string;
}

/** What is printed once the service listens: a line each for what it stands on. No line has a password. */
export function describeService(
  configuration: Configuration,
  { port, publicUrl }: ServiceAddress,
): string {
  const facts = {
    'Listens on': `${configuration.host}, port ${port}`,
    API: `${publicUrl}${BASE_PATH}`,
    Documentation: `${publicUrl}/docs/`,
    Database: describeDatabase(configuration),
    Mail: describeMail(configuration),
    Limits: describeLimits(configuration),
    Commands: `${commandLines.operator} --help`,
  };
  const lines = Object.entries(facts).map(([name, fact]) => `  ${name.padEnd(14)} ${fact}`);
  return ['', '  Partner Rating Service', ...lines, ''].join('\n');
}

function describeDatabase(configuration: Configuration): string {
  const name = databaseName(configuration);
  if (configuration.databaseUrl !== null) return name;
  return `${name}; it carries ${EMBEDDED_REQUESTS_PER_SECOND} requests a second of everyday use (DATABASE_URL for more)`;
}

function describeMail({ smtpUrl, mailFrom }: Configuration): string {
  if (smtpUrl === null || mailFrom === null)
    return 'none is sent; an operator gives out the links (SMTP_URL)';
  return `by ${new URL(smtpUrl).host}, from ${describeSender(mailFrom)}`;
}

function describeLimits({ rateLimit, ingestRateLimit, redisUrl }: Configuration): string {
  const counted =
    redisUrl === null ? 'by this instance alone (REDIS_URL)' : `in ${new URL(redisUrl).host}`;
  return `requests ${amount(rateLimit)}, those that rate matches ${amount(ingestRateLimit)}; counted ${counted}`;
}

const amount = (limit: number) => (limit === 0 ? 'without limit' : `${limit} a minute`);
