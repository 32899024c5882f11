import { Call } from './call.ts';
import { responsePromise } from './response-promise.ts';
import type { Transport, TransportSettings } from './transport-settings.ts';

/** Creates the function that carries out calls. */
export function createTransport(settings: TransportSettings): Transport {
  return (operation, input = {}, options = {}) => {
    try {
      return responsePromise(new Call(settings, operation, input, options).start());
    } catch (error) {
      return responsePromise(Promise.reject(error));
    }
  };
}
