import { execFile } from 'node:child_process';
import { Console } from 'node:console';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import type { Outcomes } from '../../behaviours/setting.ts';
import { binary } from '../index.ts';
import { FileReader } from './native/file-reader.ts';
import { XMLHttpRequest } from './native/xml-http-request.ts';
import type { Runtime } from './runtime.ts';

const execute = promisify(execFile);
const noCrypto = /There is no crypto/;

/**
 * Runs the suite in a context with only the language and the web APIs of React Native: its polyfills over an
 * `XMLHttpRequest`. React Native's engine is not available separately, so this uses Node's. Its compiler is
 * available, and must accept the code.
 */
export const reactNative: Runtime = {
  name: "React Native's polyfills",
  lacks: {
    // React Native has no `crypto`, unless an application adds one.
    'a PKCE pair is a verifier and its SHA-256 (RFC 7636)': noCrypto,
    'a state is random and URL-safe': noCrypto,
    'a signed webhook is verified': /crypto/,
    'a changed webhook is refused': /crypto/,
    'an old webhook is refused': /crypto/,
    'a webhook of the service is verified with the secret of its endpoint': /crypto/,
    // An abort has no reason in React Native.
    'a call that is aborted before it is sent rejects with the reason': /AbortError/,
    'a call that is aborted rejects with the reason': /AbortError/,
    // An XMLHttpRequest itself follows redirects, and reads whole bodies.
    'a redirect to another host is refused, and the key does not follow': /Expected 0, but found 1/,
    'a body that is too long is aborted': /Expected a rejection/,
  },
  run: async (project, setting) => {
    const bundle = await bundleOf(project);
    await compile(bundle);
    const output = new PassThrough();
    const printed = text(output);
    const context = createContext({
      XMLHttpRequest,
      Blob,
      FileReader,
      navigator: { product: 'ReactNative' },
      console: new Console(output),
      setTimeout,
      clearTimeout,
      performance,
      // Only for the suite: the client does not use URL, and React Native's own URL is incomplete.
      URL,
      TextEncoder,
      atob,
      btoa,
    });
    runInContext('globalThis.self = globalThis;', context);
    runInContext(bundle.code, context, { filename: bundle.file });
    const outcomes = await (context.runImported as (setting: unknown) => Promise<Outcomes>)(
      setting,
    );
    output.end();
    return { outcomes, printed: await printed };
  },
};

interface Bundle {
  file: string;
  code: string;
}

/** Bundles the polyfills, the package, and the behaviours into one script, like React Native's bundler. */
async function bundleOf(project: string): Promise<Bundle> {
  const globals = fileURLToPath(new URL('react-native-globals.ts', import.meta.url));
  const file = join(project, 'react-native.js');
  await writeFile(
    join(project, 'react-native-entry.js'),
    `import ${JSON.stringify(globals)};
    import { runImported } from './behaviours/module.js';
    globalThis.runImported = runImported;`,
  );
  const { outputFiles } = await build({
    absWorkingDir: project,
    entryPoints: ['react-native-entry.js'],
    outfile: file,
    bundle: true,
    write: false,
    format: 'iife',
    conditions: ['react-native'],
    mainFields: ['react-native', 'main'],
    // The syntax that Babel rewrites for React Native, because its engine does not have it.
    supported: { 'for-await': false, 'async-generator': false, 'class-private-field': false },
  });
  const code = outputFiles[0]?.text ?? '';
  await writeFile(file, code);
  return { file, code };
}

async function compile({ file }: Bundle): Promise<void> {
  const hermesc = binary('hermes-compiler/hermesc/linux64-bin/hermesc', 'HERMESC_PATH');
  await execute(hermesc, ['-w', '-emit-binary', '-out', `${file}.hbc`, file]);
}
