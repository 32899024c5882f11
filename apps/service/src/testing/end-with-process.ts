import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';

// The script of the guard. Its input closes when this process ends, in any way. Then the guard stops the server, and waits
// at most ten seconds for the server to end.
const SCRIPT = `
read -r line
if pid=$(head -n 1 "$1/data/postmaster.pid") && kill -INT "$pid"; then
  for turn in $(seq 100); do kill -0 "$pid" || break; sleep 0.1; done
fi
if [ -n "$2" ]; then rm -rf "$1"; fi
`;

/**
 * Stops the PostgreSQL whose data is in this directory and, if it is temporary, removes the directory
 * when this process has ended, even after `kill -9`. Returns a function that cancels this.
 */
export function endWithProcess(directory: string, { isTemporary = true } = {}): () => void {
  const guard = spawn('sh', ['-c', SCRIPT, 'sh', directory, isTemporary ? 'temporary' : ''], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C reaches the group of the process, and must not end the guard.
    detached: true,
  });
  guard.unref();
  (guard.stdin as Socket).unref();
  return () => {
    guard.kill();
  };
}
