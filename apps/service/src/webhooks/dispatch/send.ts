import type { AddressGuard } from './address-guard.ts';
import { type Answer, Exchange } from './exchange.ts';
import type { ReceiverPools } from './receiver-pools.ts';

export interface OutgoingMessage {
  url: string;
  headers: Record<string, string>;
  payload: string;
}

export interface SendTools {
  checkAddress: AddressGuard;
  pools: ReceiverPools;
  timeoutMilliseconds: number;
}

/**
 * Posts a message and gives the answer, whatever its status. Rejects with `AddressRefusedError`
 * where nothing may be sent, and otherwise where no answer came in time.
 */
export async function send(
  message: OutgoingMessage,
  { checkAddress, pools, timeoutMilliseconds }: SendTools,
): Promise<Answer> {
  const exchange = new Exchange();
  // One deadline for everything from the name to the last byte of the answer.
  const timer = setTimeout(() => exchange.cut(), timeoutMilliseconds);
  void start(exchange, message, { checkAddress, pools });
  try {
    return await exchange.answer;
  } finally {
    clearTimeout(timer);
  }
}

async function start(
  exchange: Exchange,
  { url, headers, payload }: OutgoingMessage,
  { checkAddress, pools }: Pick<SendTools, 'checkAddress' | 'pools'>,
): Promise<void> {
  try {
    const address = await checkAddress(url);
    if (exchange.isOver) return;
    const path = address.url.pathname + address.url.search;
    pools.open(address).dispatch({ method: 'POST', path, headers, body: payload }, exchange);
  } catch (error) {
    exchange.fail(error);
  }
}
