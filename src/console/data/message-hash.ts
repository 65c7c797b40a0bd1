/** Names a message in the address of its conversation. */
export const messageHash = (id: number) => `message-${id}`;

/** Names a comment in the address of its author's conversation. */
export const commentHash = (id: number) => `comment-${id}`;
