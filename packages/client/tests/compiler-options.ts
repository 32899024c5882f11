import ts from 'typescript';
import { packageFolder } from '../scripts/entry-files.ts';

const { config } = ts.readConfigFile(`${packageFolder}tsconfig.json`, ts.sys.readFile);

/** The compiler options of the package. */
export const { options: compilerOptions } = ts.parseJsonConfigFileContent(
  config,
  ts.sys,
  packageFolder,
);
