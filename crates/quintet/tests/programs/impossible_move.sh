# Names a place that is on no board, and one in mid-air.
echo '{"type":"info","name":"Bad","version":"1","author":"nobody","features":[]}'
read -r rules
echo '{"type":"ready"}'
while read -r line; do
  case $line in
    *suggest*) echo '{"type":"suggestion","moves":[{"location":{"type":"T","orientation":"north","x":2147483647,"y":-5},"spin":"full"},{"location":{"type":"O","orientation":"north","x":4,"y":12},"spin":"none"}]}' ;;
  esac
done
