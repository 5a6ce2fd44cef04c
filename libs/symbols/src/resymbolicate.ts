import { Queue } from '@svc/work';

/** A project got new symbol files, so stacks that lacked them may become readable. The key is the ID of the project. */
export const RESYMBOLICATE = new Queue<Record<string, never>>({ name: 'resymbolicate' });
