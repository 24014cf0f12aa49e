export async function main(args: string[]): Promise<void> {
  await Promise.resolve(args);
}
