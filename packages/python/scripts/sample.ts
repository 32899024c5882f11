import type { DocumentReader, Operation } from '@partner-rating/spec/document';
import { callExample } from './call-example.ts';

const setup = `from partner_rating import PartnerRatingClient

# The key is read from SERVICE_API_KEY.
client = PartnerRatingClient(environment="local")
`;

/** The program of the reference that calls an operation. The tests of the Python client run each of them. */
export function pythonSample(contract: DocumentReader, operation: Operation): string {
  return `${setup}\n${callExample(contract, operation)}`;
}
