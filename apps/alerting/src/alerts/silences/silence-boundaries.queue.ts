import { Queue } from '@svc/work';

/** One job for each silence that has not ended, under its ID: alerts follow when it starts and when it ends. */
export const SILENCE_BOUNDARIES = new Queue<{ readonly silenceId: string }>({ name: 'silence-boundaries' });
