import { homeDirectory, profilePath, updateProfile, type Profile } from '@svc/profile';

/**
 * Writes the profile of this service for `svc` and returns its name: `default`, or `local` when `default` already refers to
 * another address and is therefore kept.
 *
 * @throws ConfigFileError if the file cannot be written.
 */
export async function writeProfile(profile: Required<Profile>, configDirectory: string | undefined): Promise<string> {
  const env = configDirectory === undefined ? process.env : { SVC_CONFIG_DIR: configDirectory };
  return await updateProfile(
    profilePath(env, homeDirectory()),
    (profiles) => {
      const existing = profiles.get('default');
      return existing !== undefined && existing.api_url !== profile.api_url ? 'local' : 'default';
    },
    profile,
  );
}
