import { send, status } from './answer.ts';
import { bodyPart } from './body-part.ts';
import { credentialPart } from './credential-part.ts';
import { create } from './elements.ts';
import { parameterPart } from './parameter-part.ts';
import { FormFault, requestOf } from './request.ts';
import type { Sendable, SendableOperation } from './sendable-operation.ts';
import { serverPart } from './server-part.ts';

let loading: Promise<Sendable> | undefined;

/** Opens the form that sends an operation, filled in with its first example. */
export async function openSendDialog(dialog: HTMLDialogElement, section: string): Promise<void> {
  loading ??= load(dialog.dataset.operations ?? '');
  try {
    const { servers, operations } = await loading;
    const operation = operations[section];
    if (operation === undefined) return;
    dialog.replaceChildren(...contentOf(operation, servers, () => dialog.close()));
  } catch {
    loading = undefined;
    dialog.replaceChildren(
      status('The form could not be loaded. Look at your connection and try again.'),
    );
  }
  dialog.showModal();
}

async function load(address: string): Promise<Sendable> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The operations answer ${answer.status}.`);
  return await answer.json();
}

function contentOf(
  operation: SendableOperation,
  servers: Sendable['servers'],
  close: () => void,
): HTMLElement[] {
  const server = serverPart(servers);
  const credential = credentialPart(operation);
  const parameters = parameterPart(operation);
  const body = bodyPart(operation);
  const answer = create('div', { role: 'status' });
  const closeButton = create('button', { type: 'button' }, 'Close');
  closeButton.addEventListener('click', close);
  const form = create(
    'form',
    {},
    ...[server, credential, parameters, body].flatMap(({ elements }) => elements),
    create('button', { type: 'submit' }, 'Send'),
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    answer.replaceChildren(status('Sending …'));
    answer.replaceChildren(...(await sendFilledIn()));
    answer.scrollIntoView({ block: 'nearest' });
  });
  async function sendFilledIn(): Promise<HTMLElement[]> {
    try {
      const { url, init } = requestOf(operation, {
        address: server.read(),
        credential: credential.read(),
        parameters: parameters.read(),
        body: body.read(),
      });
      return await send(url, init);
    } catch (error) {
      if (error instanceof FormFault) return [status(error.message)];
      throw error;
    }
  }
  const title = create('h2', { id: 'send-title' }, `${operation.method} ${operation.path}`);
  const note =
    'Sent to a service or a mock on your own machine. What you fill in stays in the memory of this page until you leave it.';
  return [create('header', {}, title, closeButton), create('p', {}, note), form, answer];
}
