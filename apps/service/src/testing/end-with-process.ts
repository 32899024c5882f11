import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';

// Its input ends with the process that holds the other end, however that ended. It waits for the server ten seconds at most.
const SCRIPT = `
read -r line
if pid=$(head -n 1 "$1/data/postmaster.pid") && kill -INT "$pid"; then
  for turn in $(seq 100); do kill -0 "$pid" || break; sleep 0.1; done
fi
rm -rf "$1"
`;

/**
 * Stops the PostgreSQL whose data is in this directory and removes the directory once this process
 * has ended: also by `kill -9`, after which nothing of its own cleans up. Returns what calls that off.
 */
export function endWithProcess(directory: string): () => void {
  const guard = spawn('sh', ['-c', SCRIPT, 'sh', directory], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C reaches the group of the process, and must not end what cleans up after it.
    detached: true,
  });
  guard.unref();
  (guard.stdin as Socket).unref();
  return () => {
    guard.kill();
  };
}
