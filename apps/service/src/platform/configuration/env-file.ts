import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigurationError } from './configuration.ts';
import { settings } from './settings.ts';

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
