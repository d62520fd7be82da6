/** What a Python in a browser needs to make checksums again. */

export const TESTING = ['fatum/testing/golden.py', 'fatum/testing/subject.py'] as const;
/** Takes and leaves the entries of a file as JSON. */
export const PROGRAM = `
from fatum.testing.golden import checksum_text
checksum_text(text)
`;
