/** Names a message in the address of its conversation. */
export const messageHash = (id: number) => `message-${id}`;
