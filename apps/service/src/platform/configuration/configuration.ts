import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { InvalidSettingError } from './setting-parsers.ts';
import { type Setting, type SettingsOf, settings } from './settings.ts';

/** The settings of the service, read and checked once at the start. */
export type Configuration = Settings & {
  readonly [Name in 'seed' | 'partnerSignUp']: NonNullable<Settings[Name]>;
};

type Settings = SettingsOf<typeof settings>;

/**
 * Reads the settings from the environment. Reports all errors together, so that an operator can fix them all
 * at once.
 */
export function readConfiguration(environment: Record<string, string | undefined>): Configuration {
  const errors: string[] = [];
  const configuration: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries<Setting<unknown>>(settings)) {
    const text = environment[setting.variable]?.trim();
    try {
      configuration[name] = setting.parse(
        text === undefined || text === '' ? setting.defaultValue : text,
      );
    } catch (error) {
      if (!(error instanceof InvalidSettingError)) throw error;
      const given = setting.isSecret ? '' : `, but it is ${JSON.stringify(text)}`;
      errors.push(`${setting.variable} ${error.message}${given}.`);
    }
  }
  if (isSet(configuration.smtpUrl) && configuration.mailFrom === null) {
    errors.push('MAIL_FROM must be set with SMTP_URL, to an address that mails may come from.');
  }
  if (Number(configuration.matchWriteSlots) >= Number(configuration.databasePoolSize)) {
    errors.push(
      'MATCH_WRITE_SLOTS must be less than DATABASE_POOL_SIZE, because reads need connections too.',
    );
  }
  if (configuration.databaseUrl === null && isFilledList(configuration.readDatabaseUrls)) {
    errors.push('READ_DATABASE_URL needs DATABASE_URL, the address of the primary.');
  }
  if (errors.length > 0) throw new ConfigurationError(errors);
  return withDefaults(configuration as unknown as Settings);
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isFilledList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

// A PostgreSQL of the operator's contains the operator's own data.
function withDefaults(read: Settings): Configuration {
  const seed = read.seed ?? (read.databaseUrl === null ? 'demo' : 'none');
  // With a public address, strangers could use a demonstration that the operator forgot to replace.
  const isOwnDemonstration = seed === 'demo' && read.publicUrl === null;
  const partnerSignUp = read.partnerSignUp ?? (isOwnDemonstration ? 'open' : 'approval');
  return { ...read, seed, partnerSignUp };
}

export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super(errors.join('\n'));
    this.errors = errors;
  }
}

/** The option of every command that names a file of settings. */
export const ENV_FILE = [
  '--env-file <file>',
  'file of settings, NAME=value on each line; environment variables override it',
] as const;

type Environment = Record<string, string | undefined>;

/**
 * Returns the environment together with a settings file. Refuses a name in the file that is not a setting, because
 * after a typing error the default would stay in force.
 *
 * @throws ConfigurationError
 */
export function readEnvironment(file: string | undefined, environment: Environment): Environment {
  if (file === undefined) return environment;
  const added = parseEnv(readText(file));
  const known = new Set<string>(Object.values(settings).map(({ variable }) => variable));
  const unknown = Object.keys(added).filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new ConfigurationError(unknown.map((name) => `${name} in ${file} is not a setting.`));
  }
  return { ...added, ...environment };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError([`The file of --env-file cannot be read (${reason}).`]);
  }
}

/** Returns what `start --help` says about the settings. */
export function settingsHelp(): string {
  const rows = Object.values(settings).map(({ variable, defaultValue, description }) => {
    const defaultText = defaultValue === '' ? '' : ` [${defaultValue}]`;
    return `  ${variable}${defaultText}\n      ${description}\n`;
  });
  return `\nSettings, from the environment or the file of --env-file:\n\n${rows.join('')}`;
}

/** Returns the settings as the table that `generate` writes into the guide to self-hosting. */
export function settingsTable(): string {
  const rows = Object.values(settings).map(
    ({ variable, defaultValue, description }) =>
      `| \`${variable}\` | ${defaultValue === '' ? '' : `\`${defaultValue}\``} | ${description} |`,
  );
  return ['| Variable | Default | Meaning |', '|---|---|---|', ...rows].join('\n');
}

// A clone of the repository runs the sources. The installed package is built.
export const isClone = import.meta.url.endsWith('.ts');

/** How people run the commands here. */
export const commandLines = isClone
  ? {
      start: 'npx -y pnpm@12 start',
      operator: './bin/operator',
      client: 'npx -y pnpm@12 run partner-rating',
    }
  : {
      start: 'npx @partner-rating/service start',
      operator: 'npx @partner-rating/service operator',
      client: 'npx @partner-rating/client',
    };

const manifest = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as {
  version: string;
  engines: { node: string };
  peerDependencies: Record<string, string>;
};

/** The version of this package. */
export const { version } = manifest;

/** The oldest supported version of Node. */
export const oldestNode = manifest.engines.node.replace('>=', '');

/** The packages that only traces need, as `npm install` takes them. */
export const tracePackages: readonly string[] = Object.entries(manifest.peerDependencies).map(
  ([name, range]) => `${name}@${range}`,
);

const DAY = 24 * 60 * 60 * 1_000;

/** How long the service keeps data, as the contract promises: in milliseconds after it was created. */
export const DELIVERY_RETENTION = 30 * DAY;

export const RATING_UPDATE_RETENTION = 90 * DAY;

/** How long the service keeps an imported person, unless somebody claims them or a tournament names them again. */
export const UNCLAIMED_GHOST_RETENTION = 730 * DAY;

/**
 * How long the service remembers what has expired, so that it answers a late request with “expired”, not with
 * “unknown”.
 */
export const EXPIRED_GRANT_RETENTION = 7 * DAY;

/** The same for data where no answer depends on it. */
export const NO_RETENTION = 0;
