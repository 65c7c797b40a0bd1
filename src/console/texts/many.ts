/** "1 byte", "2 bytes". */
export const many = (count = 0, one: string, several: string) =>
  `${count} ${count === 1 ? one : several}`;
