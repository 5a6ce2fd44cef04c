import { setting } from '@svc/config';

/** The settings of `svc-admin backup` and `restore`, with the name that the service uses. */
export const STATE_SETTINGS = {
  SVC_STATE_DIR: setting.text({ default: '.svc', description: 'Directory of all data' }),
} as const;
