# Listens, but never says a word.
while read -r line; do :; done
