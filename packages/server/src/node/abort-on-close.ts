import type { ServerResponse } from 'node:http';

/** Returns a signal that is aborted when the client disconnects before the response is complete. */
export function abortOnClose(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const onClose = (): void => {
    if (!response.writableFinished) controller.abort();
  };
  if (response.destroyed) onClose();
  else response.once('close', onClose);
  return controller.signal;
}
