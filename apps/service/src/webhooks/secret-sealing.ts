export { createSecretSealing, type SecretSealing } from '../secrets/sealing.ts';
