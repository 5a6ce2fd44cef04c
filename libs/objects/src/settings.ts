import { optional, setting, type ConfigOf } from '@svc/config';

/** The place of objects: a bucket of S3, or a directory that all processes share. */
export const OBJECT_STORE_SETTINGS = {
  SVC_OBJECTS_DIRECTORY: optional(
    setting.text({
      description:
        'Directory of objects such as symbol files, recordings and large prompts of agents, the same for all processes; not with a bucket',
    }),
  ),
  SVC_OBJECTS_S3_BUCKET: optional(
    setting.text({
      description:
        'Bucket of objects such as symbol files, recordings and large prompts of agents. Without a bucket and without a directory, features that need objects are unavailable',
    }),
  ),
  SVC_OBJECTS_S3_REGION: setting.text({ default: 'us-east-1', description: 'Region of the bucket' }),
  SVC_OBJECTS_S3_ENDPOINT: optional(
    setting.url({ protocols: ['http:', 'https:'], description: 'URL of a store other than AWS that speaks S3' }),
  ),
  SVC_OBJECTS_S3_PATH_STYLE: setting.flag({
    default: false,
    description: 'Whether the bucket is in the path instead of the host name, as stores other than AWS usually require',
  }),
  SVC_OBJECTS_S3_ACCESS_KEY_ID: optional(
    setting.text({ description: 'ID of the access key; by default the credentials that the machine provides' }),
  ),
  SVC_OBJECTS_S3_SECRET_ACCESS_KEY: optional(setting.secret({ minLength: 1, description: 'Secret of the access key' })),
} as const;

export type ObjectStoreConfig = ConfigOf<typeof OBJECT_STORE_SETTINGS>;

/** The settings of the place of objects among others, to pass them to a thread; undefined if they name none. */
export function toObjectStoreConfig(config: ObjectStoreConfig): ObjectStoreConfig | undefined {
  if (config.SVC_OBJECTS_DIRECTORY === undefined && config.SVC_OBJECTS_S3_BUCKET === undefined) return undefined;
  const own = Object.entries(config).filter(([name]) => name in OBJECT_STORE_SETTINGS);
  return Object.fromEntries(own) as unknown as ObjectStoreConfig;
}

/** The settings of a directory. */
export const directoryConfig = (directory: string): ObjectStoreConfig => ({
  SVC_OBJECTS_DIRECTORY: directory,
  SVC_OBJECTS_S3_BUCKET: undefined,
  SVC_OBJECTS_S3_REGION: '',
  SVC_OBJECTS_S3_ENDPOINT: undefined,
  SVC_OBJECTS_S3_PATH_STYLE: false,
  SVC_OBJECTS_S3_ACCESS_KEY_ID: undefined,
  SVC_OBJECTS_S3_SECRET_ACCESS_KEY: undefined,
});
