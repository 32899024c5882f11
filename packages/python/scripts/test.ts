// Runs the tests of the Python client with the installed or unpacked Python.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { providedProgram } from '@partner-rating/provision';

// All of them belong to `test`, none to `test:full`.
if (process.env.TEST_SCOPE === 'full') process.exit(0);

const { path, environment } = await providedProgram('python');
const { status } = spawnSync(path, ['-m', 'tests.run'], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  env: { ...process.env, ...environment, PYTHONPATH: 'src', PYTHONDONTWRITEBYTECODE: '1' },
  stdio: 'inherit',
});
process.exit(status ?? 1);
