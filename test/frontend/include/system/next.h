int second_next;
