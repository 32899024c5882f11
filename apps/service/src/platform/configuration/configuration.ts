import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { InvalidSettingError } from './setting-parsers.ts';
import { type Setting, type SettingsOf, settings } from './settings.ts';

/** The service's settings, read and checked once at the start. */
export type Configuration = Settings & {
  readonly [Name in 'seed' | 'partnerSignUp']: NonNullable<Settings[Name]>;
};

type Settings = SettingsOf<typeof settings>;

/**
 * Reads the settings from the environment. All errors are reported at once, a sentence each,
 * so that an operator fixes the environment at once.
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
  if (errors.length > 0) throw new ConfigurationError(errors);
  return withDefaults(configuration as unknown as Settings);
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

// An operator who names a PostgreSQL has data of their own in it.
function withDefaults(read: Settings): Configuration {
  const seed = read.seed ?? (read.databaseUrl === null ? 'demo' : 'none');
  // With a public address, strangers reach what an operator may have forgotten to fill with data of their own.
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

/** The option by which every command takes its settings from a file. */
export const ENV_FILE = [
  '--env-file <file>',
  'file of settings, NAME=value on each line; a variable of the environment goes before its line',
] as const;

type Environment = Record<string, string | undefined>;

/**
 * The environment, and what a settings file adds to it. A name in the file that is no setting is refused: mistyped,
 * it would leave the default in force.
 *
 * @throws ConfigurationError
 */
export function readEnvironment(file: string | undefined, environment: Environment): Environment {
  if (file === undefined) return environment;
  const added = parseEnv(readText(file));
  const known = new Set<string>(Object.values(settings).map(({ variable }) => variable));
  const unknown = Object.keys(added).filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new ConfigurationError(unknown.map((name) => `${name} in ${file} is no setting.`));
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

/** What `start --help` says of the settings. */
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

/** A clone of the repository runs the sources as they are; the installed package is built. */
export const isClone = import.meta.url.endsWith('.ts');

/** How the commands are run from where this runs. */
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
};

/** Of the package that this is part of. */
export const { version } = manifest;

/** The oldest version of Node that it runs on. */
export const oldestNode = manifest.engines.node.replace('>=', '');

const DAY = 24 * 60 * 60 * 1_000;

/** How long what the contract promises to keep is kept, in milliseconds after it was made. */
export const DELIVERY_RETENTION = 30 * DAY;

export const RATING_UPDATE_RETENTION = 90 * DAY;

/** How long what a tournament said of a person is kept while nobody claims it or names them again. */
export const UNCLAIMED_GHOST_RETENTION = 730 * DAY;

/**
 * How long what has expired is still known, so that a late request is answered with “expired”
 * and not that it never was.
 */
export const EXPIRED_GRANT_RETENTION = 7 * DAY;

/** Where nothing depends on whether what has expired is still known. */
export const NO_RETENTION = 0;
