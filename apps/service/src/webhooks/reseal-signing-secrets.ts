import { reseal, type SealedRows } from '../platform/secrets/reseal.ts';
import {
  countEndpoints,
  lockSealedSecrets,
  replaceSecret,
  type SealedSecretsRow,
} from './store/endpoints.ts';

/** The signing secrets of all endpoints. */
export const sealedSigningSecrets: SealedRows<SealedSecretsRow> = {
  count: countEndpoints,
  lockAfter: lockSealedSecrets,
  reseal: async (row, sealing) => {
    const { applicationId, secretSealed, previousSecretSealed: before } = row;
    const current = await reseal(sealing, secretSealed, applicationId);
    if (current === null) return null;
    const previous = before && (await reseal(sealing, before, applicationId));
    if (current === secretSealed && previous === before) return row;
    return { ...row, secretSealed: current, previousSecretSealed: previous };
  },
  store: (transaction, row) => replaceSecret(transaction, row.endpointId, row),
  ownerOf: ({ clientId, endpointId }) => `${clientId} ${endpointId}`,
};
