import ts from 'typescript';
import { packageFolder } from '../scripts/entry-files.ts';

const { config } = ts.readConfigFile(`${packageFolder}tsconfig.json`, ts.sys.readFile);

/** The options that the package is compiled with. */
export const { options: compilerOptions } = ts.parseJsonConfigFileContent(
  config,
  ts.sys,
  packageFolder,
);
