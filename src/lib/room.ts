import { spend } from "./work";

/** The characters that may still be filled in; negative where there were too many. */
export type Room = { left: number };

export const roomFor = (characters: number): Room => ({ left: characters });

/** The work (lib/work.ts) of a piece of a text, such as a value, and of each of its characters. */
const [PIECE_WORK, CHARACTER_WORK] = [120, 10];

/** Takes the room of a piece. Returns whether there was enough. */
export function takeRoom(room: Room, piece: string) {
  room.left -= piece.length;
  spend(PIECE_WORK + CHARACTER_WORK * piece.length);
  return room.left >= 0;
}
