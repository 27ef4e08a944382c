// Unpacks gzip, whoever wrote it: one member or several, with zeros behind them (RFC 1952).

import {invalidArgument} from './errors.mjs';
import {concatenate, throughStream} from './through_stream.mjs';

export const isGzip = (bytes) => bytes.length >= 2 && bytes[0] === 0x1f && bytes[1] === 0x8b;

/** What comes out of one stream; `enough(chunks, size)` may end it early. */
const unpacked = (packed, enough) => throughStream(packed, new DecompressionStream('gzip'), enough);

const HEADER = 10; // of a member; with its data and its sums it takes at least 18 bytes
const SUMS = 8;

/** Where a member that begins at `begin` may end: before the next one, or before the zeros at the end of the file. */
function* possibleEnds(bytes, begin) {
  for (let at = bytes.indexOf(0x1f, begin + HEADER + SUMS); at >= 0; at = bytes.indexOf(0x1f, at + 1)) {
    if (bytes[at + 1] === 0x8b && bytes[at + 2] === 8) yield at;
  }
  let last = bytes.length;
  while (last > begin && bytes[last - 1] === 0) last--;
  // The sums may end with zeros themselves.
  for (let end = last; end <= Math.min(last + SUMS, bytes.length); end++) yield end;
}

const MOST_TRIES = 64; // ends that were none: three bytes of the data that look like a beginning

/**
 * The members one by one, where the browser takes a single one only: it refuses what follows, and does not say where.
 * Throws what unpacking the whole threw when they cannot be told apart.
 */
async function unpackedMembers(bytes, enough, refusal) {
  const members = [];
  let size = 0,
    tries = 0;
  for (let begin = 0; begin < bytes.length;) {
    let member;
    for (const end of possibleEnds(bytes, begin)) {
      if (end === bytes.length && begin === 0) break; // the whole, which was refused
      try {
        member = await unpacked(bytes.subarray(begin, end), (chunks, more) => enough([...members, ...chunks], size + more));
        begin = end;
        break;
      } catch {
        if (++tries > MOST_TRIES) throw refusal;
      }
    }
    if (member === undefined) throw refusal;
    members.push(member);
    size += member.length;
    if (enough(members, size)) break;
    while (begin < bytes.length && bytes[begin] === 0) begin++;
    if (begin < bytes.length && !isGzip(bytes.subarray(begin))) throw refusal;
  }
  return concatenate(members);
}

/**
 * The bytes inside. `name` is for errors: '' where the caller names the file. `enough(chunks, size)` ends it before a small file
 * fills the memory.
 */
export async function gunzip(packed, name, enough = () => false) {
  try {
    return await unpacked(packed, enough);
  } catch (cause) {
    try {
      return await unpackedMembers(packed, enough, cause);
    } catch {
      throw invalidArgument(`${name && `${name}: `}gzip data: ${cause.message}`, {cause});
    }
  }
}
