import { ServiceError } from '@svc/service-error';

export interface StreamCounts {
  readonly perProject: number;
  readonly perCredential: number;
}

/** A stream of another client may end at any moment. */
const RETRY_SECONDS = 10;

/** Limits the open streams of each project and of each credential, so that one key cannot take all of its project. */
export class StreamPlaces {
  private readonly projects = new Map<number, number>();
  private readonly credentials = new Map<string, number>();

  constructor(private readonly limits: StreamCounts) {}

  /**
   * Takes a place; the returned function gives it back and must be called once.
   *
   * @throws ServiceError `concurrency_limited` if the project or the credential has reached its limit.
   */
  enter(projectNumber: number, credentialId: string): () => void {
    const ofProject = this.projects.get(projectNumber) ?? 0;
    const ofCredential = this.credentials.get(credentialId) ?? 0;
    if (ofProject >= this.limits.perProject || ofCredential >= this.limits.perCredential) {
      throw new ServiceError('concurrency_limited', { retryAfterSeconds: RETRY_SECONDS });
    }
    this.projects.set(projectNumber, ofProject + 1);
    this.credentials.set(credentialId, ofCredential + 1);
    return () => {
      decrement(this.projects, projectNumber);
      decrement(this.credentials, credentialId);
    };
  }
}

function decrement<Key>(counts: Map<Key, number>, key: Key): void {
  const left = (counts.get(key) ?? 1) - 1;
  if (left === 0) counts.delete(key);
  else counts.set(key, left);
}
