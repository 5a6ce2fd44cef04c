/** Copies of pictures, fonts and style sheets of recorded sites. They are public files, so no key seals them. */

export const ASSETS_FOLDER = 'replay-assets';

/** The folder of the copies of one project, with the slash at its end. */
export const assetsFolder = (projectNumber: number): string => `${ASSETS_FOLDER}/${projectNumber}/`;

/** The object of a copy: files with the same content share it. @param sha256 of the content, in hexadecimal digits. */
export const assetKey = (projectNumber: number, sha256: string): string => `${assetsFolder(projectNumber)}${sha256}`;
